/** As the samples of the document write it. */
const somewhere = 'https://agency.example';

const text = await (await fetch('/openapi.json')).text();
const document_ = JSON.parse(text.replaceAll(somewhere, location.origin));

const others = {
  shell: ['httpie', 'wget'],
  js: ['axios', 'jquery', 'ofetch', 'xhr'],
  node: ['axios', 'fetch', 'ofetch', 'undici'],
};
const otherTargets = [
  'c',
  'clojure',
  'csharp',
  'dart',
  'fsharp',
  'go',
  'http',
  'java',
  'kotlin',
  'objc',
  'ocaml',
  'php',
  'powershell',
  'python',
  'r',
  'ruby',
  'rust',
  'swift',
];

// Nothing of it speaks to anybody but this service: no fonts, no proxy, no client, no telemetry of others.
Scalar.createApiReference('#reference', {
  content: document_,
  baseServerURL: location.origin,
  withDefaultFonts: false,
  telemetry: false,
  proxyUrl: '',
  hideClientButton: true,
  hideTestRequestButton: true,
  showDeveloperTools: 'never',
  documentDownloadType: 'none',
  hideDarkModeToggle: true,
  hideModels: false,
  hiddenClients: { ...Object.fromEntries(otherTargets.map((target) => [target, true])), ...others },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
});
