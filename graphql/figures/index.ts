import './figures.ts';
