import './appearance.ts';
import './theme-settings.ts';
import './learn.ts';
