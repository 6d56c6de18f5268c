import './calendar-view.ts';
