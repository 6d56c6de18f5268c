/** What the process that watches says to a worker that is to end. */
export const STOP = 'stop';

/** What a worker says once it accepts connections. */
export const LISTENING = 'listening';

/** A worker was asked for `/metrics`, and asks for those of all. */
export interface MetricsQuestion {
  metricsWanted: number;
}

/** Their text, or why it is missing. */
export interface MetricsAnswer {
  metricsFor: number;
  text?: string;
  fault?: string;
}

const holds = (message: unknown, name: string): boolean => typeof message === 'object' && message !== null && name in message;

export const isMetricsQuestion = (message: unknown): message is MetricsQuestion => holds(message, 'metricsWanted');
export const isMetricsReply = (message: unknown): message is MetricsAnswer => holds(message, 'metricsFor');
