"""What the page shows when no document is open, or one that cannot be read."""

from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from chunking.errors import PasswordError, ScannedError
from chunking.pipeline import Progress
from chunking.readers import FORMATS
from pages._session import Problem, Session, Upload

SAMPLES = {
    "Sustainability report": ("velmora-sustainability-report-2025.pdf", "PDF · long and mixed"),
    "Carbon inventory": ("velmora-carbon-inventory-2025.pdf", "PDF · dense tables"),
    "Reporting standard": ("emissions-disclosure-standard.docx", "Word · structured clauses"),
    "Transition essay": ("orrin-transition-essay.txt", "Text · prose"),
    "Remote work policy": ("remote-work-policy.docx", "Word · headed sections"),
    "Annual filing": ("norrvik-10k-2025-excerpt.txt", "Text · filing with metadata"),
    "Supplier questions": ("supplier-faq.csv", "CSV · one row, one question"),
    "Site energy data": ("site-energy-data.xlsx", "Excel · records"),
}
"""Title on the page -> file and what it shows."""

TYPES = [suffix.removeprefix(".") for reader in FORMATS.values() for suffix in reader.suffixes]


@contextmanager
def working() -> Iterator[Progress]:
    """Show what is being done from the first report on; nothing for work that is done at once."""
    slot = st.empty()

    def report(step: str, share: float) -> None:
        slot.progress(min(max(share, 0.0), 1.0), f"{step}…")

    yield report
    slot.empty()


def empty_page(session: Session) -> None:
    """Say what to do, with the samples one click away."""
    with st.container(key="start"):
        st.title("See how a document becomes chunks, and why.", anchor=False)
        uploader(session, key="start_upload")
        st.subheader("Or open a sample", anchor=False)
        sample_buttons(session, key="start", columns=4)
        st.caption(
            ":material/lock: Nothing leaves this machine    ·    "
            ":material/check: Every character is accounted for    ·    "
            ":material/info: Every boundary has a reason"
        )


def uploader(session: Session, *, key: str) -> None:
    """Offer to drop or choose a file, and open it."""
    file = st.file_uploader(
        "Drop a document here: PDF, Word, Excel, CSV, Markdown or text, up to 50 MB",
        type=TYPES,
        key=f"{key}.{session.opened}",
        max_upload_size=50,
    )
    if file is not None:
        with working() as progress:
            session.open(Upload(file.name, file.getvalue()), progress=progress)
        st.rerun()


def sample_buttons(session: Session, *, key: str, columns: int) -> None:
    """Offer the samples, each with what it shows."""
    places = st.columns(columns, gap="small")
    for number, (title, (name, what)) in enumerate(SAMPLES.items()):
        with places[number % columns]:
            if st.button(f"**{title}**  \n{what}", key=f"{key}.sample.{name}", width="stretch"):
                with working() as progress:
                    session.open_sample(name, progress=progress)
                st.rerun()


def problem_page(session: Session, problem: Problem) -> None:
    """Say what is wrong with this file and what to do, with the way out."""
    with st.container(key="problem", border=True):
        st.caption(problem.upload.name)
        if isinstance(problem.error, PasswordError):
            _ask_for_password(session, problem)
        else:
            _say_what_to_do(problem)
        st.divider()
        uploader(session, key="problem_upload")
        if session.result is None:
            st.button("Open a sample instead", key="problem.sample", on_click=session.close)
        else:
            st.button("Back to the open document", key="problem.back", on_click=session.dismiss)


def _ask_for_password(session: Session, problem: Problem) -> None:
    st.header("This file asks for a password.", anchor=False)
    st.write("It is used once, to read this file, and is not kept.")
    with st.form("password", border=False):
        password = st.text_input("Password", type="password", key="password.text")
        tried = st.form_submit_button("Open", type="primary", key="password.open")
    if tried and password:
        with working() as progress:
            session.open(problem.upload, password=password, progress=progress)
        if session.problem is None:
            st.rerun()
        st.error("That password does not open the file. Try again, or ask its author.")


def _say_what_to_do(problem: Problem) -> None:
    if isinstance(problem.error, ScannedError):
        st.header("The pages are pictures, without text.", anchor=False)
        st.text(problem.error.message)
        st.markdown(
            "1. Run text recognition (OCR) in your scanner’s or PDF software.\n"
            "2. Save the result as a searchable PDF.\n"
            "3. Open that file here."
        )
        return
    st.header("This file cannot be opened.", anchor=False)
    st.text(problem.error.message)
