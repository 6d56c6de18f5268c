import './sales.ts';
import './lists.ts';
import './acts.ts';
import './refunds.ts';
import './cancel-event.ts';
import './discount-codes.ts';
import './people.ts';
import './checkout-form.ts';
