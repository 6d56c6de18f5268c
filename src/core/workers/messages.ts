/** Message of the supervisor that tells a worker to stop. */
export const STOP = 'stop';

/** Message of a worker that accepts connections. */
export const LISTENING = 'listening';

/** Request of a worker for the metrics of all workers. */
export interface MetricsQuestion {
  metricsWanted: number;
}

/** The metrics as text, or why they are missing. */
export interface MetricsAnswer {
  metricsFor: number;
  text?: string;
  fault?: string;
}

const holds = (message: unknown, name: string): boolean => typeof message === 'object' && message !== null && name in message;

export const isMetricsQuestion = (message: unknown): message is MetricsQuestion => holds(message, 'metricsWanted');
export const isMetricsReply = (message: unknown): message is MetricsAnswer => holds(message, 'metricsFor');
