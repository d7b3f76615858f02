import { assetsPath, docsPath } from '../server/docs-path.js';
import { bar, frame, type PageSettings } from './page-layout.js';

/** The page with Swagger UI and the sign-in bar. */
export const swaggerPage = (settings: PageSettings): string =>
  frame({
    settings,
    title: 'API – Agency Operations Service',
    styles: ['swagger-ui.css', 'swagger.css'],
    head: `<script src="${settings.publicPath}${assetsPath}/swagger-ui-bundle.js" defer></script>`,
    scripts: ['swagger.js'],
    body: `${bar(docsPath, settings)}
    <noscript><p>This page needs JavaScript. <a href="${settings.publicPath}/openapi.json">The OpenAPI document</a>
      describes every operation.</p>
    </noscript>
    <div id="content" tabindex="-1"><div id="swagger-ui"></div></div>`,
  });
