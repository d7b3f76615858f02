import { docsPath } from '../server/docs-path.js';
import { bar, frame, styles } from './frame.js';

/** Swagger UI, with a bar to sign in. */
export const swaggerPage = frame({
  title: 'Try it – Agency Operations Service',
  head: `${styles('swagger-ui.css', 'page.css', 'swagger.css')}
    <script src="${docsPath}/theme.js"></script>
    <script src="${docsPath}/swagger-ui-bundle.js" defer></script>
    <script src="${docsPath}/swagger.js" type="module"></script>`,
  body: `${bar(docsPath)}
    <div id="swagger-ui"></div>`,
});
