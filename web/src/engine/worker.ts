// The worker of the engine.
import * as glue from './generated/yahtzee_web_engine';
import { serve } from './serve';

serve(glue);
