import * as z from 'zod/mini'
import { defineCall } from '../../core/define-call.ts'
import { DanmakuSettings } from './danmaku-settings.ts'

/** Stores the user's danmaku settings. */
export const danmakuSettingsSave = defineCall({
  name: 'danmakuSettingsSave',
  summary: 'Keeps my settings of danmaku',
  method: 'POST',
  path: '/danmaku/settings/save',
  caller: 'user',
  send: z.object({ settings: DanmakuSettings }),
  reply: z.object({}),
  refusals: [],
})
