import type { Voice } from '../voice.ts'
import { showLines } from './show-lines.ts'
import { storyLines } from './story-lines.ts'

/** What the viewers of a genre write, whatever the picture shows. `{角色}` is a role of the title. */
export interface VoiceLines {
  lines: readonly string[]
  /** At the moments that everybody waits for. */
  peak: readonly string[]
  /** About a role. */
  roles: readonly string[]
}

export const voiceLines: Readonly<Record<Voice, VoiceLines>> = { ...storyLines, ...showLines }
