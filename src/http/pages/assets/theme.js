'use strict';

// Before anything is shown: Swagger UI is told by a class what the browser knows.
const dark = matchMedia('(prefers-color-scheme: dark)');
const show = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', show);
show();
