/** The styles of a file input, with whatever draws one. */
import './blueprint/files.blueprint.scss'
import './blueprint/files.css'
