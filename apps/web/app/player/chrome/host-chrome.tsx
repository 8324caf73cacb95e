import styles from './player-frame.module.css'

/** Elements that ArtPlayer expects in its container. All of them are hidden: the controls are ours. */
const hostChrome = [
  'poster',
  'subtitle',
  'danmuku',
  'layers',
  'mask',
  'bottom',
  'loading',
  'notice',
  'settings',
  'info',
  'contextmenus',
]

/** Elements that ArtPlayer fills. React renders them only once. */
export function HostChrome() {
  return (
    <div className={styles.hostChrome} aria-hidden="true" inert>
      {hostChrome.map((name) => (
        <div key={name} className={`art-${name}`}>
          {name === 'mask' && <div className="art-state" />}
          {name === 'notice' && <div className="art-notice-inner" />}
          {name === 'info' && (
            <>
              <div className="art-info-panel" />
              <div className="art-info-close" />
            </>
          )}
          {name === 'bottom' && (
            <>
              <div className="art-progress" />
              <div className="art-controls">
                <div className="art-controls-left" />
                <div className="art-controls-center" />
                <div className="art-controls-right" />
              </div>
            </>
          )}
        </div>
      ))}
    </div>
  )
}
