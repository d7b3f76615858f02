import { Controller, Header } from '@nestjs/common';
import { Page } from '../../../../http/endpoint/endpoint.js';
import { boardPage } from './board-page.js';

/** The board of a waiting room. The page needs no credentials; its script reads the key from the fragment. */
@Controller()
export class BoardController {
  @Page('/queue/{LocationId}')
  @Header('Content-Type', 'text/html; charset=utf-8')
  board(): string {
    return boardPage;
  }
}
