import sheet from './player-icons.svg'

/** Icons of `player-icons.svg`: a 22 × 22 grid, stroke 1.6, round caps. */
export type PlayerIconName =
  | 'play'
  | 'pause'
  | 'next'
  | 'previous'
  | 'volume'
  | 'muted'
  | 'subtitles'
  | 'audio'
  | 'qr'
  | 'pip'
  | 'web-full'
  | 'wide'
  | 'full'
  | 'leave-full'
  | 'back'
  | 'lock'
  | 'unlock'
  | 'check'
  | 'replay'
  | 'seek-back'
  | 'seek-forward'
  | 'speed'
  | 'brightness'
  | 'grid'
  | 'list'
  | 'order'
  | 'share'
  | 'download'
  | 'clock'
  | 'danmaku'
  | 'danmaku-off'
  | 'sliders'
  | 'letters'
  | 'copy'
  | 'flag'
  | 'block'

/** An icon in the current text colour. Hidden from screen readers, because a label is next to it. */
export function PlayerIcon({ name, size = 22 }: { name: PlayerIconName; size?: number }) {
  return (
    <svg width={size} height={size} aria-hidden="true">
      <use href={`${sheet}#${name}`} />
    </svg>
  )
}
