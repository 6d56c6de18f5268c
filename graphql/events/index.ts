import './calendar-term.ts';
