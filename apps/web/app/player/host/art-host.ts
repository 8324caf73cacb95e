import Artplayer from 'artplayer'
import type { Stage } from '../core/player-handle.ts'
import type { HostReport, VideoHost } from './video-host.ts'

// Its own controls are switched off, so the browser's menu on the picture stays the browser's.
Artplayer.CONTEXTMENU = false
// Failures are decided elsewhere: it must not load anything again by itself.
Artplayer.RECONNECT_TIME_MAX = 0
// The frame is React's: it must not leave its place.
Artplayer.FULLSCREEN_WEB_IN_BODY = false
Artplayer.LOG_VERSION = false
Artplayer.REMOVE_SRC_WHEN_DESTROY = false

/** ArtPlayer around a video that is already there: full screen, web full screen, picture in picture, orientation. */
export function createArtHost({ container, video }: Stage, report: HostReport): VideoHost {
  const art = new Artplayer({
    container,
    url: '',
    useSSR: true,
    hotkey: false,
    gesture: false,
    backdrop: false,
    autoOrientation: true,
    // It would set its own.
    volume: video.volume,
    moreVideoAttr: { preload: 'auto' },
  })
  art.on('fullscreen', (on) => report.fullscreenChanged(on))
  art.on('fullscreenWeb', (on) => report.webFullscreenChanged(on))
  // Full screen is set up with the metadata, which may have come first.
  if (video.readyState >= HTMLMediaElement.HAVE_METADATA) {
    art.emit('video:loadedmetadata', new Event('loadedmetadata'))
  }
  return {
    setFullscreen(on) {
      // Before the metadata it has no full screen to set.
      if (video.readyState >= HTMLMediaElement.HAVE_METADATA) art.fullscreen = on
    },
    setWebFullscreen(on) {
      art.fullscreenWeb = on
    },
    setPictureInPicture(on) {
      art.pip = on
    },
    destroy: () => art.destroy(false),
  }
}
