/**
 * What a request bears that is signed as Standard Webhooks say: its id, its time, and a signature for each secret (`whsec_` and base64), so that anyone who
 * knows one of them believes it.
 */
export async function signedHeaders(secrets: readonly string[], id: string, at: Date, body: string): Promise<Record<string, string>> {
  // loaded when the first one is sent
  const { Webhook } = await import('standardwebhooks');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}
