import { invalid } from '#app/core/failures/failure.ts';

export const emptyScanResult = () => invalid('scan_result_empty', 'The result of the scan is empty.');
export const unknownScan = () => invalid('scan_unknown', 'No such scan is running.');
export const unknownScanner = () => invalid('scan_scanner_unknown', 'The site does not accept results of this scanner.');
export const notAScanResult = () => invalid('scan_event_unknown', 'Only results of completed scans are accepted.');
export const unsignedScanResult = () => invalid('scan_result_unsigned', 'The signature or its time is missing.');
export const oldScanResult = () =>
  invalid('scan_result_old', 'The time of the signature differs from the server time by more than five minutes.');
export const wronglySignedScanResult = () => invalid('scan_signature_wrong', 'The signature is wrong.');
