/**
 * Returns the signed headers of a request in the format of Standard Webhooks: ID, time, and a signature for each secret (`whsec_` and base64). A receiver
 * needs only one of the secrets to verify it.
 */
export async function createSignedHeaders(secrets: readonly string[], id: string, at: Date, body: string): Promise<Record<string, string>> {
  // loaded for the first signature
  const { Webhook } = await import('standardwebhooks');
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}
