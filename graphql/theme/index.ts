import './theme-settings.ts';
import './learn.ts';
