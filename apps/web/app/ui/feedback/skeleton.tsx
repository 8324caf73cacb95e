import styles from './skeleton.module.css'

/** Placeholders of the size of posters with their captions, as list items. */
export function PosterSkeletons({ count, shape = 'poster' }: { count: number; shape?: 'poster' | 'still' }) {
  return Array.from({ length: count }, (_, at) => (
    <li key={at} className={styles.poster} data-shape={shape} aria-hidden="true">
      <span className={styles.picture} />
      <span className={styles.name} />
      <span className={styles.line} />
    </li>
  ))
}
