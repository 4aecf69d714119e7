// The worker of the site, whose engine has two parts.
import * as glue from './generated/yahtzee_web_engine';
import address from './generated/engine_rest.wasm?url';
import { Rest } from './rest';
import { serve } from './serve';

serve(glue, new Rest(address));
