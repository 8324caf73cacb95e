import { otherScenes } from './other-scenes.ts'
import { seriesScenes } from './series-scenes.ts'
import type { TitleScenes } from './scene.ts'

/**
 * The scenes of all titles by slug. Every kind of place suits the title: no sea in a story of the mountains, no skyscraper in
 * a costume drama.
 */
export const titleScenes: Readonly<Record<string, TitleScenes>> = { ...seriesScenes, ...otherScenes }

export type { TitleScenes }
