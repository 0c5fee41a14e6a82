// Light and dark, and copy buttons: what a page can do without the viewer.
(function () {
  "use strict";
  var root = document.documentElement;
  var key = "speedsheet-theme";

  // Storage is forbidden in some browsers and on some file:// pages.
  function stored(value) {
    try {
      if (value === undefined) return localStorage.getItem(key);
      localStorage.setItem(key, value);
    } catch (error) {
      return null;
    }
  }

  function isDark() {
    var chosen = root.dataset.theme;
    return chosen ? chosen === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  }

  // Before the first paint, so that the page does not flash.
  var chosen = stored();
  if (chosen === "light" || chosen === "dark") root.dataset.theme = chosen;

  function prepareToggle(button) {
    button.hidden = false;
    button.addEventListener("click", function () {
      root.dataset.theme = isDark() ? "light" : "dark";
      stored(root.dataset.theme);
    });
  }

  function select(element) {
    var range = document.createRange();
    range.selectNodeContents(element);
    var selection = getSelection();
    selection.removeAllRanges();
    selection.addRange(range);
  }

  function prepareCopy(button) {
    var target = document.querySelector(button.dataset.copy);
    if (!target) return;
    var label = button.textContent;
    button.hidden = false;
    button.addEventListener("click", function () {
      function say(text) {
        button.textContent = text;
        setTimeout(function () { button.textContent = label; }, 2000);
      }
      // The clipboard is missing on pages that are not secure.
      var copied = navigator.clipboard ? navigator.clipboard.writeText(target.textContent) : Promise.reject();
      copied.then(function () { say("Copied"); }, function () {
        select(target);
        say("Selected");
      });
    });
  }

  document.addEventListener("DOMContentLoaded", function () {
    document.querySelectorAll("[data-theme-toggle]").forEach(prepareToggle);
    document.querySelectorAll("[data-copy]").forEach(prepareCopy);
  });
})();
