import styles from './comment-skeletons.module.css'

/** Placeholders of the size of comments while these load. */
export function CommentSkeletons({ count }: { count: number }) {
  return Array.from({ length: count }, (_, at) => (
    <div key={at} className={styles.comment} aria-hidden="true">
      <span className={styles.face} />
      <span className={styles.words}>
        <span className={styles.name} />
        <span className={styles.text} />
        <span className={styles.text} />
      </span>
    </div>
  ))
}
