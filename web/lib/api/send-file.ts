/** Time in milliseconds without progress after which the connection is considered dead. */
const SILENCE_MS = 60_000;
const LONGEST_MS = 600_000;

export type SendProgress = { sentBytes: number; totalBytes: number };

export type SendOptions = {
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: SendProgress) => void) | undefined;
};

type FileRequest = {
  method: string;
  path: string;
  headers: Record<string, string>;
  file: File;
};

/** An upload without a response: the server may have received it. A `TypeError`, like network errors of `fetch`. */
export class UploadCut extends TypeError {
  constructor(readonly reason: 'lost' | 'cancelled' | 'timeout') {
    super(`The upload was cut: ${reason}`);
  }
}

/** Uses XMLHttpRequest, because `fetch` does not report upload progress. Throws UploadCut. */
export function sendFile(request: FileRequest, options: SendOptions = {}): Promise<Response> {
  return new Promise((resolve, reject) => {
    const xhr = new XMLHttpRequest();
    const silence = createSilenceTimer(() => cut('timeout'));
    const cancel = () => cut('cancelled');
    const finish = () => {
      silence.stop();
      options.signal?.removeEventListener('abort', cancel);
    };
    const cut = (reason: UploadCut['reason']) => {
      finish();
      reject(new UploadCut(reason));
      xhr.abort();
    };
    xhr.upload.onprogress = ({ loaded, total }) => {
      silence.restart();
      options.onProgress?.({ sentBytes: loaded, totalBytes: total });
    };
    xhr.onload = () => {
      finish();
      resolve(toResponse(xhr));
    };
    xhr.onerror = () => cut('lost');
    xhr.ontimeout = () => cut('timeout');
    options.signal?.addEventListener('abort', cancel);
    if (options.signal?.aborted) return cancel();
    xhr.open(request.method, request.path);
    xhr.timeout = LONGEST_MS;
    for (const [name, value] of Object.entries(request.headers)) xhr.setRequestHeader(name, value);
    xhr.send(request.file);
  });
}

function createSilenceTimer(onSilence: () => void) {
  let timer = setTimeout(onSilence, SILENCE_MS);
  return {
    restart: () => {
      clearTimeout(timer);
      timer = setTimeout(onSilence, SILENCE_MS);
    },
    stop: () => clearTimeout(timer),
  };
}

/** A `Response` with one of these statuses must have no body (Fetch Standard). */
const WITHOUT_BODY = [204, 205, 304];

function toResponse(xhr: XMLHttpRequest): Response {
  const { status, responseText } = xhr;
  return new Response(WITHOUT_BODY.includes(status) ? null : responseText, {
    status,
    headers: { 'Content-Type': xhr.getResponseHeader('Content-Type') ?? '' },
  });
}
