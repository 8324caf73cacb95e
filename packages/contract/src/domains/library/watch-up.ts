import { defineUpFrame } from '../realtime/up-frame.ts'
import { userWatchSave } from './user-watch-save.ts'

/** Notes how far one watched, while something plays. */
export const watchUp = defineUpFrame({ name: 'watch', call: userWatchSave })
