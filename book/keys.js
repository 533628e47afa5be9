// Makes mdbook's pages usable with the keyboard alone: the button for the contents can have the focus, and
// Enter or the space bar presses it. Code and tables that are too wide can have the focus, so that the arrow keys scroll them.
{
  const button = document.querySelector("#sidebar-toggle");
  button.setAttribute("role", "button");
  button.tabIndex = 0;
  button.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    button.click();
  });
  const scrolls = () => {
    for (const box of document.querySelectorAll("main pre > code, main .table-wrapper")) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  };
  scrolls();
  addEventListener("load", scrolls);
  addEventListener("resize", scrolls);
}
