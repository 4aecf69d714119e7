// The worker of the engine that knows the cards of rules too.
import * as glue from './generated/yahtzee_web_cards';
import { serve } from './serve';

serve(glue);
