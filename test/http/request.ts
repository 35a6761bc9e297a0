import { request as httpRequest, type IncomingHttpHeaders, type RequestOptions } from "node:http";

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** One request with exactly these headers, Host and Sec-Fetch-Site included, which fetch would not let us set. */
export function request(options: RequestOptions, body?: string | Uint8Array): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ agent: false, ...options }, (response) => {
      const parts: Buffer[] = [];
      response.on("data", (part) => parts.push(part));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode!,
          headers: response.headers,
          text: String(Buffer.concat(parts)),
        }),
      );
    });
    sent.on("upgrade", (response, socket) => {
      socket.destroy();
      resolve({ status: response.statusCode!, headers: response.headers, text: "" });
    });
    sent.on("error", reject);
    sent.end(body);
  });
}
