import { assetsPath, docsPath } from '../server/docs-path.js';
import { bar, frame } from './page-layout.js';

/** The page with Swagger UI and the sign-in bar. */
export const swaggerPage = frame({
  title: 'API – Agency Operations Service',
  styles: ['swagger-ui.css', 'swagger.css'],
  // theme.js is no module, because it must run before the first paint.
  head: `<script src="${assetsPath}/theme.js"></script>
    <script src="${assetsPath}/swagger-ui-bundle.js" defer></script>`,
  scripts: ['swagger.js'],
  body: `${bar(docsPath)}
    <section aria-label="API"><h1 class="visually-hidden">API</h1></section>
    <div id="swagger-ui"></div>`,
});
