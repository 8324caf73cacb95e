import sheet from './icons.svg'
import styles from './icons.module.css'

/** Icons of `icons.svg`: a 20 × 20 grid, stroke 1.5, round caps. */
export const iconNames = [
  'play',
  'heart',
  'heart-full',
  'clock',
  'moon',
  'sun',
  'to-top',
  'next',
  'down',
  'close',
  'home',
  'film',
  'person',
  'check',
  'alert',
  'trash',
  'search',
  'comment',
  'bell',
  'star',
  'thumb',
  'screen',
  'eye',
  'eye-off',
  'shuffle',
  'rank',
  'calendar',
  'phone',
  'more',
  'smile',
  'list',
  'ball',
  'crown',
  'shield',
  'download',
  'receipt',
  'copy',
  'qr',
  'bolt',
  'bubble',
  'card',
  'print',
  'mail',
] as const
export type IconName = (typeof iconNames)[number]

/** An icon in the current text colour. Hidden from screen readers, because a label is next to it. */
export function Icon({ name, size = 20 }: { name: IconName; size?: number }) {
  return (
    <svg className={styles.icon} width={size} height={size} aria-hidden="true">
      <use href={`${sheet}#${name}`} />
    </svg>
  )
}

/** The product's logo: a curtain that opens on a light. */
export function Logo() {
  return (
    <svg className={styles.icon} width="28" height="28" viewBox="0 0 28 28" fill="none" aria-hidden="true">
      <path
        d="M2.5 5h23M4 5v19c4-3 6.5-9 6.5-19M24 5v19c-4-3-6.5-9-6.5-19"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <circle className={styles.light} cx="14" cy="20.5" r="3.5" />
    </svg>
  )
}
