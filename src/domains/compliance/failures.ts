import { invalid } from '#app/core/failures/failure.ts';

export const scanResultEmpty = () => invalid('scan_result_empty', 'The result of the scan is empty.');
export const scanNotFound = () => invalid('scan_unknown', 'No scan with this ID is running.');
export const scannerNotFound = () =>
  invalid('scan_scanner_unknown', 'The user agent does not contain the text that the site requires of its scanner.');
export const scanResultMalformed = () => invalid('scan_event_unknown', 'Only results of completed scans are accepted.');
export const scanResultUnsigned = () => invalid('scan_result_unsigned', 'The signature or its time is missing.');
export const scanResultOutdated = () =>
  invalid('scan_result_old', 'The time of the signature differs from the server time by more than five minutes.');
export const scanResultSignatureInvalid = () => invalid('scan_signature_wrong', 'The signature is wrong.');
