import type { ProbedAudio } from '../ffmpeg/probe.ts'

/** Rendition name, language and label of an audio track. */
export interface TrackName {
  /** Name of the rendition, e.g. `audio-1`. */
  name: string
  /** BCP 47, or empty. */
  language: string
  label: string
  isDefault: boolean
}

const maxLabelChars = 60
const languageNames = new Intl.DisplayNames('zh-Hans', { type: 'language' })

/** Converts a language code as written in files (`chi`, `zho`, `en`, `zh_CN`) to BCP 47; empty if unknown. */
export function languageTag(written: string): string {
  try {
    const [tag = ''] = Intl.getCanonicalLocales(written.replaceAll('_', '-'))
    return ['und', 'root', 'mul', 'zxx', 'mis'].includes(tag) ? '' : tag
  } catch {
    return ''
  }
}

/** The Chinese name of a language, or empty if unknown. */
function languageName(tag: string): string {
  return tag === '' ? '' : (languageNames.of(tag) ?? '')
}

/** The label of a track in the player's menu: its language, and its own title if that adds something. */
export function trackLabel(options: { language: string; title: string; fallback: string }): string {
  const name = languageName(options.language)
  const title = options.title
    .toWellFormed()
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029\s]+/gu, ' ')
    .trim()
  const shown = title === '' || title === name ? name : name === '' || title.includes(name) ? title : `${name} ${title}`
  return [...(shown || options.fallback)].slice(0, maxLabelChars).join('')
}

/** Names the audio tracks of a file. The default is the track that the file marks, else the first. */
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
