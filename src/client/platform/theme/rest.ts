/** The styles of Blueprint that the sign-in page does without: with the frame, and with whatever opens a dialog, a toast or a list outside of it. */
import './blueprint/rest.blueprint.scss'
import './blueprint/rest.css'
