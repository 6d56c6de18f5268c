import './audit-entry.ts';
