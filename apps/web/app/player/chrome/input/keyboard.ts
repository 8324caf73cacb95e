/** A player command of a key. */
export type PlayerCommand =
  | { do: 'toggle' }
  | { do: 'seekBy'; sec: number }
  | { do: 'seekToShare'; share: number }
  | { do: 'stepFrame'; frames: 1 | -1 }
  | { do: 'volumeBy'; by: number }
  | { do: 'mute' }
  | { do: 'rateStep'; steps: 1 | -1 }
  | { do: 'fullscreen' }
  | { do: 'wide' }
  | { do: 'pictureInPicture' }
  | { do: 'subtitles' }
  | { do: 'nextEpisode' }
  | { do: 'previousEpisode' }
  | { do: 'toggleShortcuts' }
  | { do: 'guide' }
  | { do: 'danmaku' }
  | { do: 'danmakuField' }
  | { do: 'leave' }

export interface KeyPress {
  key: string
  shiftKey: boolean
  ctrlKey: boolean
  altKey: boolean
  metaKey: boolean
}

const plain: Record<string, PlayerCommand> = {
  ' ': { do: 'toggle' },
  k: { do: 'toggle' },
  arrowleft: { do: 'seekBy', sec: -5 },
  arrowright: { do: 'seekBy', sec: 5 },
  j: { do: 'seekBy', sec: -10 },
  l: { do: 'seekBy', sec: 10 },
  ',': { do: 'stepFrame', frames: -1 },
  '.': { do: 'stepFrame', frames: 1 },
  arrowup: { do: 'volumeBy', by: 0.05 },
  arrowdown: { do: 'volumeBy', by: -0.05 },
  m: { do: 'mute' },
  f: { do: 'fullscreen' },
  w: { do: 'wide' },
  g: { do: 'guide' },
  p: { do: 'pictureInPicture' },
  c: { do: 'subtitles' },
  d: { do: 'danmaku' },
  enter: { do: 'danmakuField' },
  home: { do: 'seekToShare', share: 0 },
  end: { do: 'seekToShare', share: 1 },
  escape: { do: 'leave' },
}

const shifted: Record<string, PlayerCommand> = {
  '<': { do: 'rateStep', steps: -1 },
  '>': { do: 'rateStep', steps: 1 },
  '?': { do: 'toggleShortcuts' },
  n: { do: 'nextEpisode' },
  p: { do: 'previousEpisode' },
}

/** Command of a key press; null if it is not a player key. Combinations with Ctrl, Alt or Meta never are. */
export function commandOf({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyPress): PlayerCommand | null {
  if (ctrlKey || altKey || metaKey) return null
  const name = key.toLowerCase()
  if (shiftKey) return shifted[name] ?? null
  if (/^\d$/.test(key)) return { do: 'seekToShare', share: Number(key) / 10 }
  // Some keyboard layouts have these without Shift.
  return plain[name] ?? (name === '<' || name === '>' || name === '?' ? (shifted[name] ?? null) : null)
}

/** Whether the focused element handles the key itself. */
export function isKeyTaken(
  key: string,
  target: { tagName: string; type?: string; isContentEditable?: boolean },
): boolean {
  const { tagName, type = '', isContentEditable = false } = target
  if (isContentEditable || tagName === 'TEXTAREA' || tagName === 'SELECT') return true
  if (tagName === 'INPUT') return type !== 'range' && type !== 'checkbox'
  const isPress = key === ' ' || key === 'Enter'
  return isPress && (tagName === 'BUTTON' || tagName === 'A' || tagName === 'SUMMARY')
}
