// The worker of the single file, whose engine is whole.
import * as glue from './generated/yahtzee_web_engine';
import { serve } from './serve';

serve(glue);
