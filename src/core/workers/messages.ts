/** Message of the supervisor that tells a worker to stop. */
export const STOP = 'stop';

/** Message of a worker that accepts connections. */
export const LISTENING = 'listening';

/** Request of a worker for the metrics of all workers. */
export interface MetricsRequest {
  /** Number of the request. */
  metricsRequest: number;
}

/** The metrics as text, or why they are missing. */
export interface MetricsReply {
  /** Number of the request that this is the reply to. */
  metricsReply: number;
  text?: string;
  fault?: string;
}

const hasMember = (message: unknown, name: string): boolean => typeof message === 'object' && message !== null && name in message;

export const isMetricsRequest = (message: unknown): message is MetricsRequest => hasMember(message, 'metricsRequest');
export const isMetricsReply = (message: unknown): message is MetricsReply => hasMember(message, 'metricsReply');
