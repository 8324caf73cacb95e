import { defineUpFrame } from '../realtime/up-frame.ts'
import { userWatchSave } from './user-watch-save.ts'

/** Saves the watch progress during playback. */
export const watchUp = defineUpFrame({ name: 'watch', call: userWatchSave })
