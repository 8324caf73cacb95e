import Artplayer from 'artplayer'
import type { Stage } from '../core/player-handle.ts'
import type { HostListener, VideoHost } from './video-host.ts'

// Keeps the browser's context menu.
Artplayer.CONTEXTMENU = false
// Recovery is ours: ArtPlayer must not reload by itself.
Artplayer.RECONNECT_TIME_MAX = 0
// The frame is rendered by React and must not be moved in the DOM.
Artplayer.FULLSCREEN_WEB_IN_BODY = false
Artplayer.LOG_VERSION = false
Artplayer.REMOVE_SRC_WHEN_DESTROY = false

/** ArtPlayer around an existing video: full screen, web full screen, picture in picture, orientation. */
export function createArtHost({ container, video }: Stage, listener: HostListener): VideoHost {
  const art = new Artplayer({
    container,
    url: '',
    useSSR: true,
    hotkey: false,
    gesture: false,
    backdrop: false,
    autoOrientation: true,
    // Otherwise ArtPlayer would set its stored volume.
    volume: video.volume,
    moreVideoAttr: { preload: 'auto' },
  })
  art.on('fullscreen', (on) => listener.onFullscreenChange(on))
  art.on('fullscreenWeb', (on) => listener.onWebFullscreenChange(on))
  // ArtPlayer sets up full screen on this event, which may have fired already.
  if (video.readyState >= HTMLMediaElement.HAVE_METADATA) {
    art.emit('video:loadedmetadata', new Event('loadedmetadata'))
  }
  return {
    setFullscreen(on) {
      // ArtPlayer supports full screen only after the metadata has loaded.
      if (video.readyState >= HTMLMediaElement.HAVE_METADATA) art.fullscreen = on
    },
    setWebFullscreen(on) {
      art.fullscreenWeb = on
    },
    fillScreen() {
      const fillWindow = (): void => {
        art.fullscreenWeb = true
      }
      // ArtPlayer notices the change; its own setter would leave a refusal of the browser unhandled.
      if (document.fullscreenEnabled) art.template.$player.requestFullscreen().catch(fillWindow)
      else fillWindow()
    },
    setPictureInPicture(on) {
      art.pip = on
    },
    destroy: () => art.destroy(false),
  }
}
