// node_modules/openapi-fetch/dist/index.mjs
var PATH_PARAM_RE = /\{[^{}]+\}/g;
var supportsRequestInitExt = () => {
  return typeof process === "object" && Number.parseInt(process?.versions?.node?.substring(0, 2)) >= 18 && process.versions.undici;
};
function randomID() {
  return Math.random().toString(36).slice(2, 11);
}
function createClient(clientOptions) {
  let {
    baseUrl = "",
    Request: CustomRequest = globalThis.Request,
    fetch: baseFetch = globalThis.fetch,
    querySerializer: globalQuerySerializer,
    bodySerializer: globalBodySerializer,
    pathSerializer: globalPathSerializer,
    headers: baseHeaders,
    requestInitExt = void 0,
    ...baseOptions
  } = { ...clientOptions };
  requestInitExt = supportsRequestInitExt() ? requestInitExt : void 0;
  baseUrl = removeTrailingSlash(baseUrl);
  const globalMiddlewares = [];
  async function coreFetch(schemaPath, fetchOptions) {
    const {
      baseUrl: localBaseUrl,
      fetch = baseFetch,
      Request: Request2 = CustomRequest,
      headers,
      params = {},
      parseAs = "json",
      querySerializer: requestQuerySerializer,
      bodySerializer: bodySerializer2 = globalBodySerializer ?? defaultBodySerializer,
      pathSerializer: requestPathSerializer,
      body,
      middleware: requestMiddlewares = [],
      ...init
    } = fetchOptions || {};
    let finalBaseUrl = baseUrl;
    if (localBaseUrl) {
      finalBaseUrl = removeTrailingSlash(localBaseUrl) ?? baseUrl;
    }
    let querySerializer2 = typeof globalQuerySerializer === "function" ? globalQuerySerializer : createQuerySerializer(globalQuerySerializer);
    if (requestQuerySerializer) {
      querySerializer2 = typeof requestQuerySerializer === "function" ? requestQuerySerializer : createQuerySerializer({
        ...typeof globalQuerySerializer === "object" ? globalQuerySerializer : {},
        ...requestQuerySerializer
      });
    }
    const pathSerializer = requestPathSerializer || globalPathSerializer || defaultPathSerializer;
    const serializedBody = body === void 0 ? void 0 : bodySerializer2(
      body,
      // Note: we declare mergeHeaders() both here and below because it’s a bit of a chicken-or-egg situation:
      // bodySerializer() needs all headers so we aren’t dropping ones set by the user, however,
      // the result of this ALSO sets the lowest-priority content-type header. So we re-merge below,
      // setting the content-type at the very beginning to be overwritten.
      // Lastly, based on the way headers work, it’s not a simple “present-or-not” check becauase null intentionally un-sets headers.
      mergeHeaders(baseHeaders, headers, params.header)
    );
    const finalHeaders = mergeHeaders(
      // with no body, we should not to set Content-Type
      serializedBody === void 0 || // if serialized body is FormData; browser will correctly set Content-Type & boundary expression
      serializedBody instanceof FormData ? {} : {
        "Content-Type": "application/json"
      },
      baseHeaders,
      headers,
      params.header
    );
    const finalMiddlewares = [...globalMiddlewares, ...requestMiddlewares];
    const requestInit = {
      redirect: "follow",
      ...baseOptions,
      ...init,
      body: serializedBody,
      headers: finalHeaders
    };
    let id;
    let options;
    let request = new Request2(
      createFinalURL(schemaPath, { baseUrl: finalBaseUrl, params, querySerializer: querySerializer2, pathSerializer }),
      requestInit
    );
    let response;
    for (const key in init) {
      if (!(key in request)) {
        request[key] = init[key];
      }
    }
    if (finalMiddlewares.length) {
      id = randomID();
      options = Object.freeze({
        baseUrl: finalBaseUrl,
        fetch,
        parseAs,
        querySerializer: querySerializer2,
        bodySerializer: bodySerializer2,
        pathSerializer
      });
      for (const m of finalMiddlewares) {
        if (m && typeof m === "object" && typeof m.onRequest === "function") {
          const result = await m.onRequest({
            request,
            schemaPath,
            params,
            options,
            id
          });
          if (result) {
            if (result instanceof Request2) {
              request = result;
            } else if (result instanceof Response) {
              response = result;
              break;
            } else {
              throw new Error("onRequest: must return new Request() or Response() when modifying the request");
            }
          }
        }
      }
    }
    if (!response) {
      try {
        response = await fetch(request, requestInitExt);
      } catch (error2) {
        let errorAfterMiddleware = error2;
        if (finalMiddlewares.length) {
          for (let i = finalMiddlewares.length - 1; i >= 0; i--) {
            const m = finalMiddlewares[i];
            if (m && typeof m === "object" && typeof m.onError === "function") {
              const result = await m.onError({
                request,
                error: errorAfterMiddleware,
                schemaPath,
                params,
                options,
                id
              });
              if (result) {
                if (result instanceof Response) {
                  errorAfterMiddleware = void 0;
                  response = result;
                  break;
                }
                if (result instanceof Error) {
                  errorAfterMiddleware = result;
                  continue;
                }
                throw new Error("onError: must return new Response() or instance of Error");
              }
            }
          }
        }
        if (errorAfterMiddleware) {
          throw errorAfterMiddleware;
        }
      }
      if (finalMiddlewares.length) {
        for (let i = finalMiddlewares.length - 1; i >= 0; i--) {
          const m = finalMiddlewares[i];
          if (m && typeof m === "object" && typeof m.onResponse === "function") {
            const result = await m.onResponse({
              request,
              response,
              schemaPath,
              params,
              options,
              id
            });
            if (result) {
              if (!(result instanceof Response)) {
                throw new Error("onResponse: must return new Response() when modifying the response");
              }
              response = result;
            }
          }
        }
      }
    }
    const contentLength = response.headers.get("Content-Length");
    if (response.status === 204 || request.method === "HEAD" || contentLength === "0" && !response.headers.get("Transfer-Encoding")?.includes("chunked")) {
      return response.ok ? { data: void 0, response } : { error: void 0, response };
    }
    if (response.ok) {
      const getResponseData = async () => {
        if (parseAs === "stream") {
          return response.body;
        }
        if (parseAs === "json" && !contentLength) {
          const raw = await response.text();
          return raw ? JSON.parse(raw) : void 0;
        }
        return await response[parseAs]();
      };
      return { data: await getResponseData(), response };
    }
    let error = await response.text();
    try {
      error = JSON.parse(error);
    } catch {
    }
    return { error, response };
  }
  return {
    request(method, url, init) {
      return coreFetch(url, { ...init, method: method.toUpperCase() });
    },
    /** Call a GET endpoint */
    GET(url, init) {
      return coreFetch(url, { ...init, method: "GET" });
    },
    /** Call a PUT endpoint */
    PUT(url, init) {
      return coreFetch(url, { ...init, method: "PUT" });
    },
    /** Call a POST endpoint */
    POST(url, init) {
      return coreFetch(url, { ...init, method: "POST" });
    },
    /** Call a DELETE endpoint */
    DELETE(url, init) {
      return coreFetch(url, { ...init, method: "DELETE" });
    },
    /** Call a OPTIONS endpoint */
    OPTIONS(url, init) {
      return coreFetch(url, { ...init, method: "OPTIONS" });
    },
    /** Call a HEAD endpoint */
    HEAD(url, init) {
      return coreFetch(url, { ...init, method: "HEAD" });
    },
    /** Call a PATCH endpoint */
    PATCH(url, init) {
      return coreFetch(url, { ...init, method: "PATCH" });
    },
    /** Call a TRACE endpoint */
    TRACE(url, init) {
      return coreFetch(url, { ...init, method: "TRACE" });
    },
    /** Register middleware */
    use(...middleware) {
      for (const m of middleware) {
        if (!m) {
          continue;
        }
        if (typeof m !== "object" || !("onRequest" in m || "onResponse" in m || "onError" in m)) {
          throw new Error("Middleware must be an object with one of `onRequest()`, `onResponse() or `onError()`");
        }
        globalMiddlewares.push(m);
      }
    },
    /** Unregister middleware */
    eject(...middleware) {
      for (const m of middleware) {
        const i = globalMiddlewares.indexOf(m);
        if (i !== -1) {
          globalMiddlewares.splice(i, 1);
        }
      }
    }
  };
}
function serializePrimitiveParam(name, value, options) {
  if (value === void 0 || value === null) {
    return "";
  }
  if (typeof value === "object") {
    throw new Error(
      "Deeply-nested arrays/objects aren\u2019t supported. Provide your own `querySerializer()` to handle these."
    );
  }
  return `${name}=${options?.allowReserved === true ? value : encodeURIComponent(value)}`;
}
function serializeObjectParam(name, value, options) {
  if (!value || typeof value !== "object") {
    return "";
  }
  const values = [];
  const joiner = {
    simple: ",",
    label: ".",
    matrix: ";"
  }[options.style] || "&";
  if (options.style !== "deepObject" && options.explode === false) {
    for (const k in value) {
      values.push(k, options.allowReserved === true ? value[k] : encodeURIComponent(value[k]));
    }
    const final2 = values.join(",");
    switch (options.style) {
      case "form": {
        return `${name}=${final2}`;
      }
      case "label": {
        return `.${final2}`;
      }
      case "matrix": {
        return `;${name}=${final2}`;
      }
      default: {
        return final2;
      }
    }
  }
  for (const k in value) {
    const finalName = options.style === "deepObject" ? `${name}[${k}]` : k;
    values.push(serializePrimitiveParam(finalName, value[k], options));
  }
  const final = values.join(joiner);
  return options.style === "label" || options.style === "matrix" ? `${joiner}${final}` : final;
}
function serializeArrayParam(name, value, options) {
  if (!Array.isArray(value)) {
    return "";
  }
  if (options.explode === false) {
    const joiner2 = { form: ",", spaceDelimited: "%20", pipeDelimited: "|" }[options.style] || ",";
    const final = (options.allowReserved === true ? value : value.map((v) => encodeURIComponent(v))).join(joiner2);
    switch (options.style) {
      case "simple": {
        return final;
      }
      case "label": {
        return `.${final}`;
      }
      case "matrix": {
        return `;${name}=${final}`;
      }
      // case "spaceDelimited":
      // case "pipeDelimited":
      default: {
        return `${name}=${final}`;
      }
    }
  }
  const joiner = { simple: ",", label: ".", matrix: ";" }[options.style] || "&";
  const values = [];
  for (const v of value) {
    if (options.style === "simple" || options.style === "label") {
      values.push(options.allowReserved === true ? v : encodeURIComponent(v));
    } else {
      values.push(serializePrimitiveParam(name, v, options));
    }
  }
  return options.style === "label" || options.style === "matrix" ? `${joiner}${values.join(joiner)}` : values.join(joiner);
}
function createQuerySerializer(options) {
  return function querySerializer2(queryParams) {
    const search = [];
    if (queryParams && typeof queryParams === "object") {
      for (const name in queryParams) {
        const value = queryParams[name];
        if (value === void 0 || value === null) {
          continue;
        }
        if (Array.isArray(value)) {
          if (value.length === 0) {
            continue;
          }
          search.push(
            serializeArrayParam(name, value, {
              style: "form",
              explode: true,
              ...options?.array,
              allowReserved: options?.allowReserved || false
            })
          );
          continue;
        }
        if (typeof value === "object") {
          search.push(
            serializeObjectParam(name, value, {
              style: "deepObject",
              explode: true,
              ...options?.object,
              allowReserved: options?.allowReserved || false
            })
          );
          continue;
        }
        search.push(serializePrimitiveParam(name, value, options));
      }
    }
    return search.join("&");
  };
}
function defaultPathSerializer(pathname, pathParams) {
  let nextURL = pathname;
  for (const match of pathname.match(PATH_PARAM_RE) ?? []) {
    let name = match.substring(1, match.length - 1);
    let explode = false;
    let style = "simple";
    if (name.endsWith("*")) {
      explode = true;
      name = name.substring(0, name.length - 1);
    }
    if (name.startsWith(".")) {
      style = "label";
      name = name.substring(1);
    } else if (name.startsWith(";")) {
      style = "matrix";
      name = name.substring(1);
    }
    if (!pathParams || pathParams[name] === void 0 || pathParams[name] === null) {
      continue;
    }
    const value = pathParams[name];
    if (Array.isArray(value)) {
      nextURL = nextURL.replace(match, serializeArrayParam(name, value, { style, explode }));
      continue;
    }
    if (typeof value === "object") {
      nextURL = nextURL.replace(match, serializeObjectParam(name, value, { style, explode }));
      continue;
    }
    if (style === "matrix") {
      nextURL = nextURL.replace(match, `;${serializePrimitiveParam(name, value)}`);
      continue;
    }
    nextURL = nextURL.replace(match, style === "label" ? `.${encodeURIComponent(value)}` : encodeURIComponent(value));
  }
  return nextURL;
}
function defaultBodySerializer(body, headers) {
  if (body instanceof FormData) {
    return body;
  }
  if (headers) {
    const contentType = headers.get instanceof Function ? headers.get("Content-Type") ?? headers.get("content-type") : headers["Content-Type"] ?? headers["content-type"];
    if (contentType === "application/x-www-form-urlencoded") {
      return new URLSearchParams(body).toString();
    }
  }
  return JSON.stringify(body);
}
function createFinalURL(pathname, options) {
  let finalURL = `${options.baseUrl}${pathname}`;
  if (options.params?.path) {
    finalURL = options.pathSerializer(finalURL, options.params.path);
  }
  let search = options.querySerializer(options.params.query ?? {});
  if (search.startsWith("?")) {
    search = search.substring(1);
  }
  if (search) {
    finalURL += `?${search}`;
  }
  return finalURL;
}
function mergeHeaders(...allHeaders) {
  const finalHeaders = new Headers();
  for (const h of allHeaders) {
    if (!h || typeof h !== "object") {
      continue;
    }
    const iterator = h instanceof Headers ? h.entries() : Object.entries(h);
    for (const [k, v] of iterator) {
      if (v === null) {
        finalHeaders.delete(k);
      } else if (Array.isArray(v)) {
        for (const v2 of v) {
          finalHeaders.append(k, v2);
        }
      } else if (v !== void 0) {
        finalHeaders.set(k, v);
      }
    }
  }
  return finalHeaders;
}
function removeTrailingSlash(url) {
  if (url.endsWith("/")) {
    return url.substring(0, url.length - 1);
  }
  return url;
}

// clients/typescript/src/errors.ts
var AgencyError = class extends Error {
  constructor(answered) {
    super(answered.error?.ResponseStatus.Message ?? messageOf(answered.response));
    this.answered = answered;
  }
  answered;
};
async function dataFrom(call) {
  const { data, ...others } = await call;
  if (data === void 0) throw new AgencyError(others);
  return data;
}
async function withFailure(response) {
  if (response.status < 400 && !isPage(response)) return response;
  const read = await response.clone().json().catch(() => void 0);
  if (typeof read?.ResponseStatus?.Message === "string") return response;
  const { statusText } = response;
  const status = response.ok ? 502 : response.status;
  const headers = new Headers(response.headers);
  headers.delete("Content-Length");
  headers.set("Content-Type", "application/json");
  const failure = {
    ResponseStatus: {
      ErrorCode: String(status),
      Message: messageOf(response),
      StackTrace: null,
      Errors: [],
      Meta: {}
    }
  };
  return new Response(JSON.stringify(failure), { status, statusText, headers });
}
function isPage({ headers }) {
  return (headers.get("Content-Type") ?? "").startsWith("text/html");
}
function messageOf({ status, ok }) {
  return ok ? "A web page came instead of the response of the service." : `The service responded with ${status}.`;
}

// clients/typescript/src/session.ts
function sessionInMemory(session) {
  return { get: () => session, set: (next) => session = next };
}
function sessionIn(storage, key = "agency") {
  return {
    get: () => sessionOf(storage.getItem(key)),
    set: (session) => session ? storage.setItem(key, JSON.stringify(session)) : storage.removeItem(key)
  };
}
function sessionOf(text) {
  try {
    const stored = JSON.parse(text ?? "null");
    return typeof stored?.BearerToken === "string" && typeof stored.RefreshToken === "string" ? stored : void 0;
  } catch {
    return void 0;
  }
}
var storageDelay = 300;
async function oneTabAtATime(name, work) {
  const { locks } = globalThis.navigator ?? {};
  if (!locks) return work();
  const isBusy = await locks.request(name, { ifAvailable: true }, async (lock) => {
    if (!lock) return true;
    await work();
    return false;
  });
  if (!isBusy) return;
  await locks.request(name, async () => {
    await new Promise((resolve) => setTimeout(resolve, storageDelay));
    await work();
  });
}

// clients/typescript/src/credentials.ts
function credentialed(open, { baseUrl, apiKey, session, onSessionEnd }) {
  const isCurrent = (used) => session.get()?.RefreshToken === used.RefreshToken;
  const renew = async (used) => {
    if (!isCurrent(used)) return;
    const { RefreshToken } = used;
    const { data, error, response } = await open.POST("/v1/Auth/Refresh", { body: { RefreshToken } });
    if (!data && response.status !== 401) throw new AgencyError({ error, response });
    if (!data && !isCurrent(used)) return;
    session.set(data);
    if (!data) onSessionEnd?.();
  };
  let renewing;
  const renewOnce = (used) => renewing ??= oneTabAtATime(`agency ${baseUrl}`, () => renew(used)).finally(() => renewing = void 0);
  return async (call) => {
    if (apiKey) return call({ "X-Api-Key": apiKey });
    const bearer = (of) => call(of ? { Authorization: `Bearer ${of.BearerToken}` } : {});
    const used = session.get();
    const response = await bearer(used);
    if (response.status !== 401 || !used) return response;
    if (isCurrent(used)) await renewOnce(used);
    const next = session.get();
    if (!next) return response;
    await response.body?.cancel();
    return bearer(next);
  };
}

// clients/typescript/src/files.ts
function upload(given, fetch) {
  return typeof XMLHttpRequest === "undefined" ? byFetch(given, fetch) : byBrowser(given);
}
function byBrowser({ url, headers, file, onProgress, signal }) {
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    const request = new XMLHttpRequest();
    request.open("POST", url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onProgress?.(loaded, file.size);
    request.onload = () => {
      const headers2 = { "Content-Type": request.getResponseHeader("Content-Type") ?? "" };
      resolve(withFailure(new Response(request.responseText, { status: request.status, headers: headers2 })));
    };
    request.onerror = () => reject(new TypeError("The upload failed."));
    request.onabort = () => reject(new DOMException("The upload was stopped.", "AbortError"));
    signal?.addEventListener("abort", () => request.abort());
    request.send(file);
  });
}
function byFetch({ url, headers, file, onProgress, signal }, fetch) {
  let sent = 0;
  const counter = new TransformStream({
    transform(chunk, controller) {
      onProgress?.(sent += chunk.length, file.size);
      controller.enqueue(chunk);
    }
  });
  const body = file.stream().pipeThrough(counter);
  const options = { method: "POST", headers, body, duplex: "half", signal: signal ?? null };
  return fetch(new Request(url, options));
}
var serialize = defaultBodySerializer;
function bodySerializer(body, headers) {
  return body instanceof Blob ? body : serialize(body, headers);
}
function mediaTypeOf(file) {
  return "name" in file && /\.(ndjson|jsonl)$/i.test(String(file.name)) ? "application/x-ndjson" : "text/csv";
}
function nameIn({ headers }) {
  const stated = headers.get("Content-Disposition") ?? "";
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(stated)?.[1];
  return encoded ? decodeURIComponent(encoded) : /filename="([^"]+)"/i.exec(stated)?.[1] ?? "file";
}
function newKey() {
  return [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// clients/typescript/src/filters.ts
var serialize2 = createQuerySerializer({ array: { style: "form", explode: false } });
function inList(value) {
  return typeof value === "string" && /[",]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
function querySerializer({ filters = {}, ...query }) {
  const written = Object.entries(filters).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(inList) : value
  ]);
  return serialize2({ ...query, ...Object.fromEntries(written) });
}

// clients/typescript/src/unset.ts
var unset = /^(|0|0{32}|0001-01-01T.*)$/;
function isSet(value) {
  return !unset.test(String(value ?? ""));
}
function ifSet(value) {
  return isSet(value) ? value : void 0;
}

// clients/typescript/src/pages.ts
function orderOf({ orderBy, orderByDesc, fields }) {
  const key = orderBy ?? orderByDesc ?? "";
  const isKey = /^\w*(Id|ID|GUID)$/.test(key) && !(orderBy && orderByDesc);
  return isKey && !(orderByDesc && fields) ? [key, Boolean(orderByDesc)] : void 0;
}
async function* pagesOf(read, { take = 500, skip = 0, ...query }) {
  const [key, descending] = orderOf(query) ?? [];
  const bound = `${key}${descending ? "LessThan" : "GreaterThan"}OrEqualTo`;
  let asked = { ...query, skip, take };
  let last;
  let seen = [];
  for (; ; ) {
    const page = await read(asked);
    for (const row of page) {
      const at = seen.indexOf(JSON.stringify(row));
      if (at < 0) yield row;
      else seen.splice(at, 1);
    }
    if (page.length < asked.take) return;
    const value = key && keyOf(page.at(-1), key);
    if (value === void 0 || value === last) {
      seen = [];
      asked = { ...asked, skip: asked.skip + asked.take };
      continue;
    }
    last = value;
    seen = page.filter((row) => keyOf(row, key) === value).map((row) => JSON.stringify(row));
    asked = { ...query, filters: { ...query.filters, [bound]: value }, skip: 0, take: Math.min(take + 1, 1e4) };
  }
}
function keyOf(row, key) {
  const [name, value] = Object.entries(row)[0];
  return name === key ? ifSet(value) : void 0;
}

// clients/typescript/src/events.ts
var Silence = class {
  constructor(longest, outer) {
    this.longest = longest;
    outer?.addEventListener("abort", () => this.end(), { signal: this.signal });
    this.begin();
  }
  longest;
  ending = new AbortController();
  signal = this.ending.signal;
  timer;
  begin() {
    this.pause();
    this.timer = setTimeout(() => this.end(), this.longest);
  }
  pause() {
    clearTimeout(this.timer);
  }
  end() {
    this.pause();
    this.ending.abort();
  }
};
async function* dataOf(stream, silence) {
  const reader = stream.getReader();
  const cut = () => reader.cancel().catch(() => void 0);
  silence.signal.addEventListener("abort", () => void cut());
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (; ; ) {
      silence.begin();
      const { done, value } = await reader.read();
      silence.pause();
      if (done) return;
      const lines = (text + decoder.decode(value, { stream: true })).split("\n");
      text = lines.pop() ?? "";
      for (const line of lines.filter((each) => each.startsWith("data: "))) yield JSON.parse(line.slice(6));
    }
  } finally {
    await cut();
  }
}

// clients/typescript/src/one-tab.ts
async function inOneTab({ name, follow, receive, signal }) {
  const channel = new BroadcastChannel(name);
  let latest;
  channel.onmessage = ({ data }) => {
    if (data !== "ask") receive(data.news);
    else if (latest) channel.postMessage(latest);
  };
  const send = (news) => {
    latest = { news };
    receive(news);
    channel.postMessage(latest);
  };
  try {
    while (await isShown(signal)) {
      const ending = untilHidden(signal);
      channel.postMessage("ask");
      try {
        await alone(name, ending.signal, () => follow(send, ending.signal));
        if (!ending.signal.aborted) return;
      } catch (error) {
        if (!ending.signal.aborted) throw error;
      } finally {
        latest = void 0;
        ending.abort();
      }
    }
  } finally {
    channel.close();
  }
}
async function isShown(signal) {
  if (document.hidden && !signal?.aborted)
    await new Promise((resolve) => {
      const look = () => {
        if (document.hidden && !signal?.aborted) return;
        document.removeEventListener("visibilitychange", look);
        signal?.removeEventListener("abort", look);
        resolve();
      };
      document.addEventListener("visibilitychange", look);
      signal?.addEventListener("abort", look);
    });
  return !signal?.aborted;
}
function untilHidden(signal) {
  const ending = new AbortController();
  const look = () => {
    if (document.hidden || signal?.aborted) ending.abort();
  };
  document.addEventListener("visibilitychange", look, { signal: ending.signal });
  signal?.addEventListener("abort", look, { signal: ending.signal });
  return ending;
}
async function alone(name, signal, work) {
  const { locks } = navigator;
  await (locks ? locks.request(name, { signal }, work) : work());
}

// clients/typescript/src/queue.ts
var pause = 2e3;
async function* queueOf(connect, { silence, whileHidden, signal, onState }) {
  let isLive;
  const tell = (live) => {
    if (live !== isLive) onState?.({ live, since: /* @__PURE__ */ new Date() });
    isLive = live;
  };
  const inTab = !whileHidden && typeof document !== "undefined";
  for (; ; ) {
    if (inTab) await isShown(signal);
    if (signal?.aborted) return;
    const hiding = inTab ? untilHidden(signal) : void 0;
    const heard = new Silence(silence, hiding?.signal ?? signal);
    try {
      const stream = await before(heard.signal, connect(heard.signal));
      for await (const data of dataOf(stream, heard)) {
        tell(true);
        yield data.Queue;
      }
    } catch (error) {
      if (error instanceof AgencyError && isFinal(error.answered.response.status)) throw error;
    } finally {
      heard.end();
      hiding?.abort();
    }
    if (signal?.aborted) return;
    tell(false);
    await wait(pause, signal);
  }
}
var isFinal = (status) => status < 429 && status !== 408;
function before(signal, work) {
  return new Promise((resolve, reject) => {
    signal.addEventListener("abort", () => reject(new DOMException("The connection ended.", "AbortError")));
    work.then(resolve, reject);
  });
}
function wait(milliseconds, signal) {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener("abort", end);
  });
}

// clients/typescript/src/index.ts
var binary = { "Content-Type": "application/octet-stream" };
var nameOf = (file) => "name" in file ? String(file.name) : void 0;
function createAgencyClient({ baseUrl, apiKey, session = sessionInMemory(), ...options }) {
  const { onSessionEnd, silence = 4e4, queueWhileHidden: whileHidden = false } = options;
  const fetch = async (request) => withFailure(await (options.fetch ?? globalThis.fetch)(request));
  const open = createClient({ baseUrl, fetch });
  const called = credentialed(open, { baseUrl, apiKey, session, onSessionEnd });
  const send = (request) => called((credentials) => {
    const copy = request.clone();
    for (const [name, value] of Object.entries(credentials)) copy.headers.set(name, value);
    return fetch(copy);
  });
  const client = createClient({ baseUrl, fetch: send, querySerializer, bodySerializer });
  const ask = (path, params, more = {}) => client.GET(path, { params, ...more });
  const get = (...asked) => dataFrom(ask(...asked));
  const download = async (path, params, signal) => {
    const call = ask(path, params, { parseAs: "blob", signal });
    const blob = await dataFrom(call);
    return new File([blob], nameIn((await call).response), { type: blob.type });
  };
  const post = async (path, { query, ...sent }) => {
    const given = Object.entries(query).filter(([, value]) => value !== void 0);
    const options2 = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
    const url = `${baseUrl.replace(/\/$/, "")}${path}?${options2}`;
    if (!apiKey) await get("/v1/Auth/Me", {});
    const response = await called(
      (credentials) => upload({ ...sent, url, headers: { ...sent.headers, ...credentials } }, fetch)
    );
    const answer = await response.json();
    return dataFrom(Promise.resolve(response.ok ? { data: answer, response } : { error: answer, response }));
  };
  return Object.assign(client, {
    /** `fetch` with the credentials of the session, for responses that the typed calls do not read. */
    fetch: send,
    signIn: (body) => dataFrom(open.POST("/v1/Auth/Login", { body })).then((next) => session.set(next)),
    /** Ends the session, also one that has ended already. */
    async signOut() {
      const { error, response } = await client.POST("/v1/Auth/Logout");
      if (!response.ok && response.status !== 401) throw new AgencyError({ error, response });
      session.set(void 0);
    },
    /** All records of a list, read in pages of `take` records; by the key if it orders the list. */
    records: (path, params) => pagesOf(async (query) => {
      const answer = await get(path, { ...params, query });
      return Object.values(answer).find(Array.isArray);
    }, params.query ?? {}),
    /** A list of any size as CSV. */
    csv: (path, params) => get(path, { ...params, query: { ...params.query, format: "csv" } }, { parseAs: "stream" }),
    /** Imports a file of CSV or NDJSON into a record set: the whole file, or nothing. */
    import(set, file, given = {}) {
      const { onProgress, idempotencyKey = newKey(), signal, ...query } = given;
      const headers = { "Content-Type": mediaTypeOf(file), "Idempotency-Key": idempotencyKey };
      return post(`/v1/Sets/${encodeURIComponent(set)}`, { query, headers, file, onProgress, signal });
    },
    /** Uploads a file to import, CSV or a workbook, and returns its preview. POST …/Run then imports it. */
    async previewImport(file, given = {}) {
      const { Map, FileName = nameOf(file), idempotencyKey = newKey(), onProgress, signal, ...others } = given;
      const query = { ...others, FileName, Map: Map && JSON.stringify(Map) };
      const headers = { ...binary, "Idempotency-Key": idempotencyKey };
      const sent = { query, headers, file, onProgress, signal };
      return (await post("/v1/Imports", sent)).Imports[0];
    },
    /** Uploads a file, whose AttachmentId a document or an image then names. FileName: by default that of the file. */
    async uploadFile(file, given = {}) {
      const { FileName = nameOf(file), ...others } = given;
      const sent = { query: { FileName }, headers: binary, file, ...others };
      return (await post("/v1/Files", sent)).Files[0];
    },
    /** A response as a file with its name and type: a list with `{ query: { format: 'xlsx' } }`. */
    download,
    /** Downloads a file with its name and type. */
    downloadFile: (AttachmentId, signal) => download("/v1/Files/{AttachmentId}", { path: { AttachmentId } }, signal),
    /** A location's queue, now and after every change, until `signal` aborts; pauses while the tab is hidden. */
    queue: (LocationId, signal, onState) => {
      const asked = { headers: { Accept: "text/event-stream" }, parseAs: "stream" };
      const connect = (heard) => get("/v1/CustomerCheckins/Queue/{LocationId}", { path: { LocationId } }, { ...asked, signal: heard });
      return queueOf(connect, { silence, whileHidden, signal, onState });
    }
  });
}
export {
  AgencyError,
  createAgencyClient,
  dataFrom,
  ifSet,
  inOneTab,
  isSet,
  querySerializer,
  sessionIn
};
