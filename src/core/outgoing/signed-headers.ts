/**
 * Returns the headers that sign a request in the format of Standard Webhooks: ID, time, and a signature for each secret (`whsec_` and base64). Each
 * signature is sufficient, so a receiver needs only one of the secrets.
 */
export async function createSignedHeaders(secrets: readonly string[], id: string, at: Date, body: string): Promise<Record<string, string>> {
  // the package is loaded at the first signature
  const { Webhook } = await import('standardwebhooks');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}
