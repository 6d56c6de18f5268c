import './onboarding.ts';
import './run-onboarding.ts';
