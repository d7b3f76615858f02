import { Controller, Header } from '@nestjs/common';
import { Page } from '../../../../http/endpoint/endpoint.js';
import { boardPage } from './board-page.js';
import { boardScript } from './board-script.js';

/** The board of a waiting room. The page is open: what it shows takes the key in its fragment, which no server sees. */
@Controller()
export class BoardController {
  @Page('/queue/{LocationId}')
  @Header('Content-Type', 'text/html; charset=utf-8')
  board(): string {
    return boardPage;
  }

  @Page('/board.js')
  @Header('Content-Type', 'text/javascript; charset=utf-8')
  script(): string {
    return boardScript;
  }
}
