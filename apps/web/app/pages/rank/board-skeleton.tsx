import styles from './board-skeleton.module.css'

const lines = 8

/** Placeholder of a board while it loads. */
export function BoardSkeleton() {
  return (
    <div className={styles.board} aria-hidden="true">
      <div className={styles.podium}>
        <span />
        <span />
        <span />
      </div>
      {Array.from({ length: lines }, (_, at) => (
        <div key={at} className={styles.line}>
          <span />
        </div>
      ))}
    </div>
  )
}
