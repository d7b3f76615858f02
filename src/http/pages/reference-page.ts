import { docsPath } from '../server/docs-path.js';
import { frame, navigation, referencePath, styles } from './frame.js';

/** Scalar's reference of the same document: to read in, with code to copy. */
export const referencePage = frame({
  title: 'Reference – Agency Operations Service',
  head: `${styles('page.css', 'reference.css')}
    <script src="${docsPath}/scalar.js" defer></script>
    <script src="${docsPath}/reference.js" type="module"></script>`,
  body: `<header class="bar">${navigation(referencePath)}</header>
    <main id="reference"></main>`,
});
