/** Message of the supervisor that makes a worker stop. */
export const STOP = 'stop';

/** Message that a worker sends when it accepts connections. */
export const LISTENING = 'listening';

/** Request for the metrics of all workers, which a worker sends to the supervisor. */
export interface MetricsRequest {
  /** Number of the request. It is unique within the worker. */
  metricsRequest: number;
}

/** Reply of the supervisor to a {@link MetricsRequest}. */
export interface MetricsReply {
  /** Number of the request. */
  metricsReply: number;
  /** The metrics in the text format of Prometheus; absent if they could not be read. */
  text?: string;
  /** Reason why the metrics could not be read. */
  fault?: string;
}

const hasMember = (message: unknown, name: string): boolean => typeof message === 'object' && message !== null && name in message;

export const isMetricsRequest = (message: unknown): message is MetricsRequest => hasMember(message, 'metricsRequest');
export const isMetricsReply = (message: unknown): message is MetricsReply => hasMember(message, 'metricsReply');
