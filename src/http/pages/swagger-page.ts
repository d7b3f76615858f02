import type { Listed } from '../openapi/page-documents.js';
import { assetsPath, docsPath } from '../server/docs-path.js';
import { bar, escaped, frame } from './page-layout.js';

/**
 * The page with Swagger UI and the sign-in bar. It shows a list of the operations until Swagger UI, which is large, has
 * loaded. Swagger UI starts with `document`, the OpenAPI document without operations.
 */
export function swaggerPage(document: object, groups: readonly Listed[]): string {
  return frame({
    title: 'API – Agency Operations Service',
    styles: ['docs.css'],
    head: `<link rel="preload" href="${assetsPath}/swagger-ui-bundle.js" as="script">`,
    scripts: ['swagger.js'],
    body: `${bar(docsPath)}
    <section aria-label="API"><h1 class="visually-hidden">API</h1></section>
    <main id="index">
      <p class="loading" role="status">Loading the forms that try the operations …</p>
      <noscript><p>The forms that try the operations need JavaScript. <a href="/openapi.json">/openapi.json</a>
        describes every operation in full.</p></noscript>
      ${groups.map(group).join('\n      ')}
    </main>
    <link rel="stylesheet" href="${assetsPath}/swagger-ui.css">
    <link rel="stylesheet" href="${assetsPath}/swagger.css">
    <div id="swagger-ui" data-document="${escaped(JSON.stringify(document))}" hidden></div>`,
  });
}

function group({ tag, description, heading, operations }: Listed): string {
  return `${heading ? `<h2>${escaped(heading)}</h2>\n      ` : ''}<details data-tag="${escaped(tag)}">
        <summary>${escaped(tag)} <small>${escaped(description)}</small></summary>
        <ul>${operations.map((operation) => line(tag, operation)).join('\n        ')}</ul>
      </details>`;
}

/** An item of the list: an operation, with a link to the URL fragment at which Swagger UI opens it. */
function line(tag: string, { verb, path, id, summary, isOpen }: Listed['operations'][number]): string {
  return (
    `<li><a href="#/${encodeURIComponent(tag)}/${id}"${isOpen ? ' data-open' : ''}><b>${verb.toUpperCase()}</b> ` +
    `<code>${escaped(path)}</code> <span>${escaped(summary)}</span></a></li>`
  );
}
