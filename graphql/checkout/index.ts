import './checkout.ts';
import './checkout.mutations.ts';
import './buyer-order.ts';
import './receipts.ts';
