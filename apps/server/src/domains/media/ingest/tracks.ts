import type { ProbedAudio } from './probe.ts'

/** A track as a rendition names it. */
export interface TrackName {
  /** Of the rendition: `audio-1`. */
  name: string
  /** BCP 47, or empty. */
  language: string
  label: string
  isDefault: boolean
}

const longestLabel = 60
const languageNames = new Intl.DisplayNames('zh-Hans', { type: 'language' })

/** A language as files write it (`chi`, `zho`, `en`, `zh_CN`) as BCP 47, or empty where it says nothing. */
export function languageTag(written: string): string {
  try {
    const [tag = ''] = Intl.getCanonicalLocales(written.replaceAll('_', '-'))
    return ['und', 'root', 'mul', 'zxx', 'mis'].includes(tag) ? '' : tag
  } catch {
    return ''
  }
}

/** The Chinese name of a language, or empty. */
function languageName(tag: string): string {
  return tag === '' ? '' : (languageNames.of(tag) ?? '')
}

/** What a viewer chooses a track by: its language, and its own title where that says more. */
export function trackLabel(options: { language: string; title: string; fallback: string }): string {
  const name = languageName(options.language)
  const title = options.title
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, ' ')
    .trim()
  const shown = title === '' || title === name ? name : name === '' || title.includes(name) ? title : `${name} ${title}`
  return [...(shown || options.fallback)].slice(0, longestLabel).join('')
}

/** Names for the audio tracks of a file. The one that the file prefers is the default, else the first. */
export function audioTracks(audio: readonly ProbedAudio[]): TrackName[] {
  const preferred = Math.max(
    0,
    audio.findIndex(({ isDefault }) => isDefault),
  )
  return audio.map((track, at) => {
    const language = languageTag(track.language)
    return {
      name: `audio-${at + 1}`,
      language,
      label: trackLabel({ language, title: track.title, fallback: audio.length === 1 ? '原声' : `音轨 ${at + 1}` }),
      isDefault: at === preferred,
    }
  })
}
